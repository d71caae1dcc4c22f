/** The first program to run, and the first to read. */
@NullMarked
package io.freightsdk.examples.quickstart;

import org.jspecify.annotations.NullMarked;
