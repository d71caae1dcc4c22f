/**
 * A month of two processes of the dispatch service, at a time that the test moves: what happens,
 * what it costs, and whether that was right.
 */
@NullMarked
package io.freightsdk.examples.month;

import org.jspecify.annotations.NullMarked;
