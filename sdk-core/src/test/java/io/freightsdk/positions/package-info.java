/**
 * The age of a position, and {@code staleIfError}. Tests of reads that callers share are in {@code
 * io.freightsdk.internal.reads}.
 */
package io.freightsdk.positions;
