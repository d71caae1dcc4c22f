/**
 * Measurements, the files they are kept in, and the page and plots made of them. No figure is made
 * up here.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.report;

import org.jspecify.annotations.NullMarked;
