package io.freightsdk.spend;

import io.freightsdk.internal.ledger.Filter;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects entries of the ledger; a null component matches every entry.
 *
 * @param scope entries of this scope and of the scopes inside it
 * @param from the earliest {@link SpendEntry#at()}, inclusive
 * @param to the latest, exclusive
 * @param unknownOnly only entries that {@link SpendEntry#isUnknown() are unknown}
 */
public record SpendFilter(
    @Nullable Operation operation,
    @Nullable String loadNumber,
    @Nullable String customerRef,
    @Nullable SpendScope scope,
    @Nullable Instant from,
    @Nullable Instant to,
    boolean unknownOnly) {
  /** Databases have no times before the first year and after the last of these. */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private static final SpendFilter ALL = new SpendFilter(null, null, null, null, null, null, false);

  public static SpendFilter all() {
    return ALL;
  }

  public SpendFilter operation(Operation operation) {
    Require.nonNull(operation, "operation");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  public SpendFilter load(String loadNumber) {
    Require.nonNull(loadNumber, "loadNumber");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  public SpendFilter customerRef(String customerRef) {
    Require.nonNull(customerRef, "customerRef");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  public SpendFilter scope(SpendScope scope) {
    Require.nonNull(scope, "scope");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  public SpendFilter between(Instant from, Instant to) {
    Require.nonNull(from, "from");
    Require.nonNull(to, "to");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  /** Only entries of which nobody knows whether they were charged. */
  public SpendFilter unknown() {
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, true);
  }

  Filter internal() {
    return new Filter(
        operation == null ? null : operation.id(),
        loadNumber,
        customerRef,
        scope == null ? null : scope.path(),
        from == null || !from.isAfter(FIRST) ? null : (Long) Micros.of(from),
        to == null || !to.isBefore(LAST) ? null : (Long) Micros.of(to),
        unknownOnly);
  }
}
