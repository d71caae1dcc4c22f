/**
 * The states of orders and loads, as values and pure functions, and the tasks of the scheduler that
 * process them. Nothing here is called by users.
 */
@NullMarked
package io.freightsdk.internal.jobs;

import org.jspecify.annotations.NullMarked;
