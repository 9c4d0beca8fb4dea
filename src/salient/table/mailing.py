"""E-mail: letters in a form that every mail server takes, handed over to one."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid, parseaddr
from typing import Protocol
from urllib.parse import unquote, urlsplit

from salient.table.posting import Refused

SECONDS = 20.0
"""That a mail server may take for each of its answers."""


class Written(Protocol):
    """What a letter is made of."""

    @property
    def subject(self) -> str:
        """Its subject."""

    @property
    def text(self) -> str:
        """Its text."""


def compose_mail(sender: str, receiver: str, letter: Written) -> EmailMessage:
    """A letter as it travels."""
    mail = EmailMessage(SMTP.clone(cte_type="7bit"))
    mail["From"] = sender
    mail["To"] = receiver
    mail["Subject"] = letter.subject
    mail["Date"] = datetime.now(UTC)
    mail["Message-ID"] = make_msgid(domain=parseaddr(sender)[1].rpartition("@")[2] or None)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(letter.text)
    return mail


def send_mail(server: str, mail: EmailMessage) -> None:
    """Hand a letter to a mail server: ``smtp://user:password@host:port`` or ``smtps://…``.

    Raises:
        Refused: The server does not take it.
        OSError: The server cannot be reached.
    """
    parts = urlsplit(server)
    if parts.scheme not in ("smtp", "smtps"):
        raise Refused("the mail server's address begins neither with smtp:// nor with smtps://")
    host, port = parts.hostname or "localhost", parts.port or 0  # 0: the usual one
    trust = _trust(secret=bool(parts.username))
    try:
        with (
            smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=trust)
            if parts.scheme == "smtps"
            else smtplib.SMTP(host, port, timeout=SECONDS)
        ) as client:
            client.ehlo()
            if parts.scheme == "smtp" and client.has_extn("starttls"):
                client.starttls(context=trust)
            if parts.username:
                client.login(unquote(parts.username), unquote(parts.password or ""))
            client.send_message(mail)
    except (smtplib.SMTPServerDisconnected, smtplib.SMTPConnectError):
        raise
    except smtplib.SMTPException as error:
        raise Refused(str(error)) from None


def _trust(*, secret: bool) -> ssl.SSLContext:
    """Encryption to a mail server; who it is matters if it is shown a password.

    Without one, a relay next door with a certificate of its own making is as good as any, as it
    is among mail servers.
    """
    context = ssl.create_default_context()
    if not secret:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context
