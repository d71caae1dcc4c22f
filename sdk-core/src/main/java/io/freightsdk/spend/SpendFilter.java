package io.freightsdk.spend;

import io.freightsdk.internal.spend.ScopePaths;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects entries of the ledger; a null component matches every entry.
 *
 * @param scope entries of this scope path and of the scopes inside it
 * @param from the earliest time, inclusive
 * @param to the latest time, exclusive
 */
public record SpendFilter(
    @Nullable Operation operation,
    @Nullable String loadNumber,
    @Nullable String scope,
    @Nullable Instant from,
    @Nullable Instant to) {
  private static final SpendFilter ALL = new SpendFilter(null, null, null, null, null);

  public static SpendFilter all() {
    return ALL;
  }

  public SpendFilter operation(Operation operation) {
    return new SpendFilter(Require.nonNull(operation, "operation"), loadNumber, scope, from, to);
  }

  public SpendFilter load(String loadNumber) {
    return new SpendFilter(operation, Require.nonNull(loadNumber, "loadNumber"), scope, from, to);
  }

  public SpendFilter scope(SpendScope scope) {
    return new SpendFilter(operation, loadNumber, Require.nonNull(scope, "scope").path(), from, to);
  }

  public SpendFilter between(Instant from, Instant to) {
    Require.nonNull(from, "from");
    Require.nonNull(to, "to");
    return new SpendFilter(operation, loadNumber, scope, from, to);
  }

  public boolean matches(SpendEntry entry) {
    Require.nonNull(entry, "entry");
    return (operation == null || operation == entry.operation())
        && (loadNumber == null || loadNumber.equals(entry.loadNumber()))
        && (scope == null || ScopePaths.isInside(entry.scope(), scope))
        && (from == null || !entry.at().isBefore(from))
        && (to == null || entry.at().isBefore(to));
  }
}
