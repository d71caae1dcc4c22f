/**
 * The rules of a ledger: when a price is reserved, and which amount of an entry counts in which
 * period. They use the values of the public packages, and know no storage: {@link
 * io.freightsdk.internal.ledger.rules.LedgerRules} reads and writes the {@link
 * io.freightsdk.internal.ledger.rules.LedgerRows} of one change.
 *
 * <ul>
 *   <li>A <b>reservation</b> is the price of a call, reserved before it is sent. Its outcome is
 *       missing while the call is in progress, then none, charged or unknown.
 *   <li>An <b>entry</b> is a purchase that the service charges at most once: all calls with one
 *       idempotency key of a creation, or one attempt of any other call. Its outcome and amounts
 *       are computed from its reservations.
 *   <li>A <b>limit</b> caps the sum of the amounts of a scope since its period began.
 *   <li>Keys, references and loads belong to an <b>account</b>. Limits add up all accounts.
 * </ul>
 *
 * <p>{@code LedgerModelTest} runs random programs against a naive service that charges at any time
 * until a call's deadline, and compares the ledger with what was charged.
 */
@NullMarked
package io.freightsdk.internal.ledger.rules;

import org.jspecify.annotations.NullMarked;
