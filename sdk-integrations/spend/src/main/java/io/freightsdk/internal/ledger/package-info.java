/**
 * The rules of a ledger, which know no storage, and what they need of one. A change is: look at
 * {@link io.freightsdk.internal.ledger.LedgerRows}, decide in {@link
 * io.freightsdk.internal.ledger.LedgerRules}, write. The storages are in packages of their own.
 *
 * <p>Here times are microseconds since 1970 and amounts billionths of a USD, as whole numbers. What
 * users see of an entry, a filter, totals or a comparison is its counterpart in {@code spend}, in
 * instants and USD.
 */
@NullMarked
package io.freightsdk.internal.ledger;

import org.jspecify.annotations.NullMarked;
