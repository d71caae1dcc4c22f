/**
 * Measurements, the files they are kept in, and the page and plots made of them. All figures come
 * from measurements.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.report;

import org.jspecify.annotations.NullMarked;
