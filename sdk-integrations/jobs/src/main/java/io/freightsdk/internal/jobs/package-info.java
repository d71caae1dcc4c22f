/**
 * The states of orders and loads, as values and pure functions, and the tasks of the scheduler that
 * process them. Nothing here is called by users. Only {@code FreightJobs} and {@code LoadTracker}
 * use it; it uses their package in turn, because bookings, events and the listener are values of
 * users.
 */
@NullMarked
package io.freightsdk.internal.jobs;

import org.jspecify.annotations.NullMarked;
