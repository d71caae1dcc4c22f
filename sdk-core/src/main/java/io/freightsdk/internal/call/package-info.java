/**
 * One call, from its start to its end, on one thread: the thread of the caller, or for a future a
 * thread of the client. The steps of a call, with the task of each class:
 *
 * <pre>
 * BlockingClient, FutureClient       which operation, and which form of the result
 *   CallSpecs -&gt; CallSpec            the request, and the reader of the response
 *   SharedReads, KnownPositions      a known position, or the read of another caller
 *   CallRunner                       starts and counts the call, and ends it at close()
 *   Call, waiting by CallControl     one attempt after another:
 *     CallPrice -&gt; PriceCache           its price
 *     CallAccount -&gt; Accounts           its agent key, and the account that pays
 *     Reservations -&gt; SpendGuard       its money
 *     HttpTransport, RequestSlots      a request slot
 *     Exchange                         one request; ExchangeWatch ends it, DnsLookups find the host
 *       SendOnceInterceptors             OkHttp sends it once: RequestProgress; on a connection
 *                                        that is alive: StaleConnectionCheck
 *     ResponseReader, ErrorBody          the content of the response
 *     ChargeRules -&gt; AttemptResult     its meaning and its cost
 *     RetryTable, Retries              whether and when to retry
 *     BalanceWaits                     a wait for a top-up, then from the start
 *   CallObserver                     log and listeners
 *   CallResult or Failure            the value or the failure, with the charge
 *     Failure -&gt; FreightException      the exception for the application
 * </pre>
 *
 * <ul>
 *   <li>{@link io.freightsdk.internal.call.ChargeRules} waits for nothing and reads no clock, so a
 *       table tests it.
 *   <li>a call waits through {@link io.freightsdk.internal.call.CallControl}, so that a cancel, an
 *       interrupt or {@code close()} ends it at any moment.
 *   <li>Code of the application (key supplier, interceptors, listeners, guard) is called at few
 *       places and without a lock. Each place catches every exception. It ends the call with a
 *       message that names the code, or logs the exception.
 * </ul>
 *
 * <p>Four classes decide the charge of a call, one after the other:
 *
 * <ol>
 *   <li>{@code ChargeRules}, by the responses: the charge of each attempt, and of all attempts.
 *   <li>{@code LedgerRules.complete} of {@code freight-spend}, when {@code Reservations.complete}
 *       has reported the outcome of a reservation: whether another call of the account was charged
 *       for the key before. Other guards decide this in their own way.
 *   <li>{@code LedgerGuard.complete}, if the ledger does not respond in time: only a charge that is
 *       certain without it.
 *   <li>{@code Reservations.correctedCharge}: the charge of the guard counts only for a call that
 *       {@code ChargeRules} found charged, and can change that to none or unknown. Every other
 *       charge stays as {@code ChargeRules} decided.
 * </ol>
 *
 * <p>This package has no OkHttp call and no socket, and no limits: the guard has them.
 */
@NullMarked
package io.freightsdk.internal.call;

import org.jspecify.annotations.NullMarked;
