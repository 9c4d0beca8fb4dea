"""Small breaks of Python code: what a test must notice if it proves what the code does.

:func:`mutations` finds the places of a module where something small can be wrong (a comparison, a
condition, a number, a statement too few) and what would stand there instead. A mutation changes the
tree it was found in; its texts say what it does::

    >>> tree = ast.parse("def far(a: int) -> bool: return a > 8")
    >>> [str(found) for found in mutations(tree)]
    ['return a > 8 => return not a > 8', 'a > 8 => a >= 8', '8 => 9', '8 => 7']

Annotations, decorators, texts, the first values of fields and what is only told (``log.append``)
are left alone: they do nothing that a rule asks for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}

ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
"""Comparisons whose swap is not their negation."""

OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}

NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}

EMPTY = {"int": "0", "list": "[]", "tuple": "()", "set": "set()", "dict": "{}", "None": "None"}
"""What a function returns that has found nothing, by the name of its type."""

LEFT_ALONE = {"annotation", "returns", "decorator_list", "type_comment"}
"""The fields of nodes that carry nothing out."""


class Mutation(NamedTuple):
    """A small break.

    Attributes:
        line: Where it is.
        before, after: What stands there and what would.
        holder, field, place: The place of the changed node in the tree.
        node: What comes into that place.
    """

    line: int
    before: str
    after: str
    holder: ast.AST
    field: str
    place: int | None
    node: ast.AST

    def __str__(self) -> str:
        return f"{self.before} => {self.after}"

    def apply(self) -> ast.AST:
        """Change the tree that the mutation was found in; what stood there before.

        A copy comes in: what stands for a condition turned round is a part of the tree itself and
        must keep its place there.
        """
        held = getattr(self.holder, self.field)
        before: ast.AST = held if self.place is None else held[self.place]
        self.put(ast.fix_missing_locations(ast.copy_location(deepcopy(self.node), before)))
        return before

    def put(self, node: ast.AST) -> None:
        """Put a node into the place of the mutation: the broken one, or what stood there."""
        if self.place is None:
            setattr(self.holder, self.field, node)
        else:
            getattr(self.holder, self.field)[self.place] = node


def mutations(tree: ast.AST, returns: ast.expr | None = None) -> Iterator[Mutation]:
    """The small breaks of a tree, from above to below.

    Args:
        tree: What is looked through.
        returns: The type that the function around it returns.
    """
    if isinstance(tree, ast.FunctionDef):
        returns = tree.returns
    for field, value in ast.iter_fields(tree):
        if field in LEFT_ALONE:
            continue
        for place, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if not isinstance(node, ast.AST) or _is_left_alone(tree, node):
                continue
            for changed in _changes(node, field, returns):
                line = getattr(node, "lineno", 0)
                yield Mutation(line, _text(node), _text(changed), tree, field, place, changed)
            yield from mutations(node, returns)


def _is_left_alone(around: ast.AST, node: ast.AST) -> bool:
    """Whether nothing in a node carries anything out."""
    match node:
        case ast.JoinedStr() | ast.keyword(arg="strict"):
            return True
        case ast.AnnAssign():
            return isinstance(around, ast.ClassDef)
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="log")))):
            return True
    return False


def _text(node: ast.AST) -> str:
    """The first line of a node as code."""
    return ast.unparse(node).partition("\n")[0]


def _changes(node: ast.AST, field: str, returns: ast.expr | None) -> Iterator[ast.AST]:
    """What can stand in the place of a node."""
    if isinstance(node, ast.stmt):
        yield from _lesser(node, returns)
    elif isinstance(node, ast.expr):
        yield from _others(node)
        if field in ("test", "ifs") and not _negated_already(node):
            yield ast.UnaryOp(ast.Not(), node)


def _others(node: ast.expr) -> Iterator[ast.expr]:
    """Other expressions of the same shape."""
    match node:
        case ast.Compare():
            for index, op in enumerate(node.ops):
                ops = [*node.ops[:index], COMPARISONS[type(op)](), *node.ops[index + 1 :]]
                yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp(op=ast.And()):
            yield ast.BoolOp(ast.Or(), node.values)
        case ast.BoolOp():
            yield ast.BoolOp(ast.And(), node.values)
        case ast.BinOp(op=op) if type(op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(op)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.Invert()):
            yield node.operand
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            yield ast.Call(ast.Name(NAMES[name], ast.Load()), node.args, node.keywords)
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(number)):
            yield ast.Constant(number + 1)
            if number > 0:
                yield ast.Constant(number - 1)


def _lesser(node: ast.stmt, returns: ast.expr | None) -> Iterator[ast.stmt]:
    """Statements that do less: nothing, or give back nothing."""
    match node:
        case ast.Expr(value=ast.Constant()):
            return
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Delete():
            yield ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript(), *_]):
            yield ast.Pass()
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            name = _type_name(returns)
            if name == "bool" and not _negated_already(value):
                yield ast.Return(ast.UnaryOp(ast.Not(), value))
            elif name in EMPTY and ast.unparse(value) != EMPTY[name]:
                yield ast.Return(ast.parse(EMPTY[name], mode="eval").body)


def _negated_already(node: ast.expr) -> bool:
    """Whether another mutation of a condition is its negation."""
    match node:
        case ast.UnaryOp(op=ast.Not()) | ast.Constant():
            return True
        case ast.Compare(ops=[op]):
            return not isinstance(op, ORDERED)
    return False


def _type_name(returns: ast.expr | None) -> str:
    """The name of a type, without what it holds; ``None`` for one that may be none."""
    match returns:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return name
        case ast.BinOp(op=ast.BitOr(), right=ast.Constant(value=None)):
            return "None"
    return ""
