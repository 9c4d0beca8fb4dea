"""The exact chances of a battle for a range of attackers."""

from __future__ import annotations

from salient.games import find_game


def main() -> None:
    game = find_game("mist")
    setting = game.setting("campaign")
    for armor in range(1, 5):
        words = {"attackers": f"armor:{armor},infantry:4", "defenders": "infantry:2e"}
        forecast = game.describe_combat(setting, words)
        print(
            f"armor {armor}, infantry 4: the area is cleared in {forecast.figures['cleared']:.1%}"
        )


if __name__ == "__main__":
    main()
