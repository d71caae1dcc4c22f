package io.freightsdk.spend;

import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects rows of the ledger; a null component matches every row. Adjustments and comparisons have
 * no operation, load, reference or scope, so a filter by one of these leaves them out.
 *
 * @param scope purchases of this scope path and of the scopes inside it
 * @param from the earliest {@link SpendEntry#at()}, inclusive
 * @param to the latest, exclusive
 * @param openOnly only purchases that {@link SpendEntry#isOpen() are open}
 */
public record SpendFilter(
    @Nullable Operation operation,
    @Nullable String loadNumber,
    @Nullable String customerRef,
    @Nullable String scope,
    @Nullable Instant from,
    @Nullable Instant to,
    boolean openOnly) {
  /** Databases have no times before the first year and after the last of these. */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private static final SpendFilter ALL = new SpendFilter(null, null, null, null, null, null, false);

  public static SpendFilter all() {
    return ALL;
  }

  public SpendFilter operation(Operation operation) {
    Require.nonNull(operation, "operation");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, openOnly);
  }

  public SpendFilter load(String loadNumber) {
    Require.nonNull(loadNumber, "loadNumber");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, openOnly);
  }

  public SpendFilter customerRef(String customerRef) {
    Require.nonNull(customerRef, "customerRef");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, openOnly);
  }

  public SpendFilter scope(SpendScope scope) {
    String path = Require.nonNull(scope, "scope").path();
    return new SpendFilter(operation, loadNumber, customerRef, path, from, to, openOnly);
  }

  public SpendFilter between(Instant from, Instant to) {
    Require.nonNull(from, "from");
    Require.nonNull(to, "to");
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, openOnly);
  }

  /** Only purchases of which nobody knows whether they were charged. */
  public SpendFilter open() {
    return new SpendFilter(operation, loadNumber, customerRef, scope, from, to, true);
  }

  /** Whether the sums of a scope answer for it. */
  boolean isOfScopeOnly() {
    return operation == null
        && loadNumber == null
        && customerRef == null
        && from == null
        && to == null
        && !openOnly;
  }

  Filter internal() {
    return new Filter(
        operation == null ? null : operation.id(),
        loadNumber,
        customerRef,
        scope,
        from == null || !from.isAfter(FIRST) ? null : (Long) Micros.of(from),
        to == null || !to.isBefore(LAST) ? null : (Long) Micros.of(to),
        false,
        openOnly);
  }
}
