/**
 * The rules of a ledger, which know no storage, and what they need of one. A change is: look at
 * {@link io.freightsdk.internal.ledger.LedgerRows}, decide in {@link
 * io.freightsdk.internal.ledger.LedgerRules}, write. The storages are in packages of their own.
 */
@NullMarked
package io.freightsdk.internal.ledger;

import org.jspecify.annotations.NullMarked;
