/**
 * The decisions of the jobs, without a database, a clock or a client.
 *
 * <ul>
 *   <li>{@code Order}: the states of an order, and what follows from a response or a failure
 *   <li>{@code FollowedLoad}: a load between two reads, and when it is given up. {@code NextRead}
 *       decides when it is read again
 *   <li>{@code EventsBetween}: the events between two positions, with {@code StopEvents} and {@code
 *       StatusPath}
 *   <li>{@code WaitReasons}: the reason for which an order or a load waits
 * </ul>
 *
 * <p>Uses only the types of {@code io.freightsdk.jobs} that have no behavior.
 */
@NullMarked
package io.freightsdk.internal.jobs.rules;

import org.jspecify.annotations.NullMarked;
