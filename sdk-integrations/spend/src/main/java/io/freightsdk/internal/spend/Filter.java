package io.freightsdk.internal.spend;

import org.jspecify.annotations.Nullable;

/**
 * Which lines are asked for; null takes every line.
 *
 * @param operation id of the operation
 * @param scope a path: taken are entries of this scope and of the scopes inside it
 * @param from the earliest {@link Line#at}
 * @param to before this {@link Line#at}
 * @param entriesOnly without adjustments, settlements and comparisons
 * @param openOnly only entries that {@link Entry#isOpen are open}
 */
public record Filter(
    @Nullable String operation,
    @Nullable String loadNumber,
    @Nullable String customerRef,
    @Nullable String scope,
    @Nullable Long from,
    @Nullable Long to,
    boolean entriesOnly,
    boolean openOnly) {
  public static final Filter ALL = new Filter(null, null, null, null, null, null, false, false);

  /**
   * Whether a line is taken: what a storage that filters by itself has to agree with. A filter by
   * operation, load, reference or scope takes entries and their settlements.
   */
  public boolean takes(Line line) {
    if (from != null && line.at() < from) return false;
    if (to != null && line.at() >= to) return false;
    if (line instanceof Entry entry) {
      return (!openOnly || entry.isOpen())
          && takes(entry.operation(), entry.loadNumber(), entry.customerRef(), entry.scopes());
    }
    if (entriesOnly || openOnly) return false;
    if (line instanceof Line.Settlement said) {
      return takes(said.operation(), said.loadNumber(), said.customerRef(), said.scopes());
    }
    return operation == null && loadNumber == null && customerRef == null && scope == null;
  }

  private boolean takes(
      String operation, @Nullable String loadNumber, @Nullable String customerRef, String scopes) {
    return (this.operation == null || this.operation.equals(operation))
        && (this.loadNumber == null || this.loadNumber.equals(loadNumber))
        && (this.customerRef == null || this.customerRef.equals(customerRef))
        && (scope == null || Paths.isInside(scopes, scope));
  }

  /** Whether it takes everything, or everything of a scope. */
  public boolean isOfScopeOnly() {
    return operation == null
        && loadNumber == null
        && customerRef == null
        && from == null
        && to == null
        && !openOnly;
  }
}
