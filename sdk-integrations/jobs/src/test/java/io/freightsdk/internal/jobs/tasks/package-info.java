/** The calls of the listener, and the log of failures. */
package io.freightsdk.internal.jobs.tasks;
