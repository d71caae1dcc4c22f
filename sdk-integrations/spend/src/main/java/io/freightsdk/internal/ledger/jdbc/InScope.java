package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.spend.SpendScope;
import org.jdbi.v3.core.statement.Query;

/**
 * A condition on entries: they count in a scope, because one of their paths is it, or inside it.
 *
 * @param name of its parameters in a query, which may have several of these
 */
record InScope(Dialect dialect, String scope, String name) {
  /** Whether all entries do. */
  boolean isClient() {
    return scope.equals(SpendScope.CLIENT);
  }

  String sql() {
    if (isClient()) return "1 = 1";
    return "(%s OR %s)"
        .formatted(
            dialect.contains("CONCAT(' ', scopes, ' ')", name),
            dialect.contains("CONCAT(' ', scopes)", name + "Inside"));
  }

  void bind(Query query) {
    if (!isClient()) query.bind(name, " " + scope + " ").bind(name + "Inside", " " + scope + "/");
  }
}
