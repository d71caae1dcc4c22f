/**
 * One call, from its start to its end, on one thread: that of its caller, or for a future one of
 * the client. Its way, with what each room decides, translates or protects:
 *
 * <pre>
 * BlockingClient, FutureClient       which operation, and which form of the result
 *   CallSpecs -&gt; CallSpec            what is sent, and how the answer is read
 *   SharedReads, KnownPositions      of a position: is it known, does somebody read it already?
 *   CallRunner                       begins and counts the call, and ends it at close()
 *   Call, waiting by CallControl     the loop, from top to bottom:
 *     CallPrice -&gt; PriceCache           its price
 *     CallAccount -&gt; Accounts           its agent key, and the account that pays
 *     Reservations -&gt; SpendGuard       its money
 *     HttpTransport, RequestSlots      a place on the wire
 *     Exchange                         one request; ExchangeWatch ends it, DnsLookups find the host
 *       SendOnceInterceptors             OkHttp sends it once: RequestProgress; on a connection
 *                                        that is alive: StaleConnectionCheck
 *     ResponseReader, ErrorBody          what the answer says
 *     ChargeRules -&gt; AttemptResult     what it means, and what it cost
 *     RetryTable, Retries              whether and when it is sent again
 *     BalanceWaits                     a wait for a top-up, and then from the top
 *   CallEvents -&gt; CallObserver       log and listeners
 *   CallResult or Failure            the value, or why there is none; and the charge
 *     Failure -&gt; FreightException      what the application gets
 * </pre>
 *
 * <ul>
 *   <li>{@link io.freightsdk.internal.call.ChargeRules} waits for nothing and reads no clock, so a
 *       table tests it.
 *   <li>{@link io.freightsdk.internal.call.CallControl} is how a call waits, and how a cancel, an
 *       interrupt or {@code close()} ends it at any moment.
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
