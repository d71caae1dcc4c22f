/**
 * The reference server compared with servers that answer the same bodies without knowing what they
 * mean. {@code stub} holds those, and runs in their JVMs.
 */
@NullMarked
package io.freightsdk.examples.benchmarks.server;

import org.jspecify.annotations.NullMarked;
