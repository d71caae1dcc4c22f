/**
 * The states of an order, and when a followed load is read. {@code FollowingCostsTest} counts the
 * reads of whole trips.
 */
package io.freightsdk.internal.jobs.rules;
