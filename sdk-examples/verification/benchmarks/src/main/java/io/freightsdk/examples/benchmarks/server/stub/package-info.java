/**
 * Servers with constant answers, each in a JVM with no more on its class path than it needs: these
 * classes use the JDK and their own peer only.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.server.stub;

import org.jspecify.annotations.NullMarked;
