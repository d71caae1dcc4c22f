package io.freightsdk.internal.ledger.rules;

import org.jspecify.annotations.Nullable;

/**
 * Which entries are asked for; null takes every entry.
 *
 * @param operation id of the operation
 * @param scope a path: taken are entries of this scope and of the scopes inside it
 * @param from the earliest {@link Entry#madeAt}
 * @param to before this {@link Entry#madeAt}
 * @param unknownOnly only entries that {@link Entry#isUnknown are unknown}
 */
public record Filter(
    @Nullable String account,
    @Nullable String operation,
    @Nullable String loadNumber,
    @Nullable String customerRef,
    @Nullable String scope,
    @Nullable Long from,
    @Nullable Long to,
    boolean unknownOnly) {
  public static final Filter ALL = ofScope(null);

  /** Takes everything of a scope. */
  public static Filter ofScope(@Nullable String scope) {
    return new Filter(null, null, null, null, scope, null, null, false);
  }

  /** Whether it takes everything, or everything of a scope. */
  public boolean isOfScopeOnly() {
    return equals(ofScope(scope));
  }
}
