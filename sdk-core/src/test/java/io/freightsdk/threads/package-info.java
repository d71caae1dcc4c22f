/**
 * Tests of the threads on which calls are made.
 *
 * <p>{@code CallersThreadIT} tests blocking calls, {@code ApplicationExecutorTest} futures on an
 * executor of the application, {@code ManyWaitingFuturesIT} a thousand futures that wait, {@code
 * CallsFromCallbacksTest} callbacks that call or close the client, {@code ClientThreadsIT} that
 * threads are daemons and end with their client.
 */
package io.freightsdk.threads;
