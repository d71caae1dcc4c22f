/**
 * The rules of a ledger: when a reservation is made, what its entry counts, from when, and for how
 * long. Times are microseconds since 1970 and amounts billionths of a USD. Knows no storage: {@link
 * io.freightsdk.internal.ledger.rules.LedgerRules} reads and writes the {@link
 * io.freightsdk.internal.ledger.rules.LedgerRows} that a storage gives it for one change. Uses the
 * limits and scopes of the public package, because a copy of them here would state each rule twice.
 *
 * <ul>
 *   <li>A <b>reservation</b> is money that is set aside for the attempts of a call of which one at
 *       most is charged. Its outcome is reserved while the call runs, then none, charged or
 *       unknown.
 *   <li>An <b>entry</b> is a purchase that is charged at most once, computed from its reservations.
 *   <li>A <b>limit</b> caps the sum of the amounts of a scope since the begin of its window.
 *   <li>What is <b>known</b> of a key, a reference or a load is known within its account; limits
 *       add up all accounts.
 * </ul>
 *
 * <p>Tests: {@code LedgerModelTest} runs random programs against a naive service that debits
 * whenever it likes until a call's deadline, and judges what was really debited.
 */
@NullMarked
package io.freightsdk.internal.ledger.rules;

import org.jspecify.annotations.NullMarked;
