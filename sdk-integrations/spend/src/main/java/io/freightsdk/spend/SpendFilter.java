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
  /** Databases have no times before this one and after {@link #LAST}. */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private static final SpendFilter ALL = new SpendFilter(null, null, null, null, null, null, false);

  /** Matches every entry. */
  public static SpendFilter all() {
    return ALL;
  }

  /** Only entries of this operation. */
  public SpendFilter operation(Operation operation) {
    Require.nonNull(operation, "operation");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  /** Only entries of the load with this number. */
  public SpendFilter load(String loadNumber) {
    Require.nonNull(loadNumber, "loadNumber");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  /** Only creations with this {@code customerRef}. */
  public SpendFilter customerRef(String customerRef) {
    Require.nonNull(customerRef, "customerRef");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  /** Only entries of this scope and of the scopes inside it. */
  public SpendFilter scope(SpendScope scope) {
    Require.nonNull(scope, "scope");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  /**
   * Only entries that were first reserved from {@code from}, inclusive, to {@code to}, exclusive.
   */
  public SpendFilter between(Instant from, Instant to) {
    Require.nonNull(from, "from");
    Require.nonNull(to, "to");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, unknownOnly);
  }

  /** Only entries that {@link SpendEntry#isUnknown() are unknown}. */
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
