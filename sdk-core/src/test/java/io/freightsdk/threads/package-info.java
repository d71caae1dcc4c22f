/**
 * On which threads calls are made, and what they leave of the threads of an application.
 *
 * <p>{@code CallersThreadIT} has blocking calls, {@code ExecutorOfTheApplicationTest} futures on
 * threads of the application, {@code ManyCallsWaitIT} a thousand futures that wait, {@code
 * ListenersMayCallTest} listeners and callbacks that call or close the client, {@code JvmCitizenIT}
 * threads that are daemons and end with their client.
 */
package io.freightsdk.threads;
