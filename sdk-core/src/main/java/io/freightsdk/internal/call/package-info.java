/**
 * One call, from its first line to its last. Read {@link io.freightsdk.internal.call.Call} from top
 * to bottom: it is a loop on the thread of its caller, and its methods stand in the order in which
 * things happen: price, reservation, place on the wire, request, what the answer means, pause or
 * top-up, and the end: the guard completes the reservation, and the listeners are called. A future
 * is that call on another thread.
 *
 * <ul>
 *   <li>What an answer means and costs decides {@link io.freightsdk.internal.call.ChargeRules},
 *       which waits for nothing and reads no clock: a table tests it. What may be repeated is in
 *       {@code RetryTable}.
 *   <li>How a call waits, and how a cancel, an interrupt or {@code close()} ends it at any moment,
 *       is {@link io.freightsdk.internal.call.CallThread}. The request itself runs on the same
 *       thread; {@code ExchangeWatch} ends it from outside.
 *   <li>Code of the application is called at few places, which catch whatever it throws: the key
 *       supplier, interceptors, listeners, the guard. What it throws ends the call with its name,
 *       or becomes a log line. No lock is held meanwhile.
 * </ul>
 *
 * <p>No HTTP here, and no limit: those are the guard's.
 */
@NullMarked
package io.freightsdk.internal.call;

import org.jspecify.annotations.NullMarked;
