/**
 * One call, from its start to its end. Read {@link io.freightsdk.internal.call.Call} from top to
 * bottom: it is a loop on the caller's thread, and its methods stand in the order in which things
 * happen: price, reservation, place on the wire, request, meaning of the answer, pause or top-up,
 * and the end, where the guard completes the reservation and the listeners are called. A future is
 * the same call on another thread.
 *
 * <ul>
 *   <li>{@link io.freightsdk.internal.call.ChargeRules} decides what an answer means and costs. It
 *       waits for nothing and reads no clock, so a table tests it. {@code RetryTable} says what may
 *       be repeated.
 *   <li>{@link io.freightsdk.internal.call.CallControl} is how a call waits, and how a cancel, an
 *       interrupt or {@code close()} ends it at any moment. The request itself runs on the same
 *       thread; {@code ExchangeWatch} ends it from outside.
 *   <li>Code of the application (key supplier, interceptors, listeners, guard) is called at few
 *       places and without a lock. Each catches whatever is thrown: it ends the call with a message
 *       that names the code, or becomes a log line.
 * </ul>
 *
 * <p>What a call cost is decided by four classes, one after the other:
 *
 * <ol>
 *   <li>{@code ChargeRules}, by the answers: what each attempt cost, and what all of them cost.
 *   <li>{@code LedgerRules.complete} of {@code freight-spend}, when {@code Reservations.end} has
 *       told the guard the outcome of a reservation: whether another call of the account was
 *       charged for the key before. Other guards decide this in their own way.
 *   <li>{@code LedgerGuard.complete}, if the ledger does not answer in time: only what is certain
 *       without it.
 *   <li>{@code Reservations.charge}: the guard's word counts only for a call that {@code
 *       ChargeRules} found charged, and can make that none or unknown. Everything else stays as the
 *       answers say.
 * </ol>
 *
 * <p>Knows no OkHttp call and no socket, and no limits, which are the guard's.
 */
@NullMarked
package io.freightsdk.internal.call;

import org.jspecify.annotations.NullMarked;
