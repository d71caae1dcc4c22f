/** What a client adds to a program: time and classes until its first answer, and jars. */
@NullMarked
package io.freightsdk.examples.benchmarks.startup;

import org.jspecify.annotations.NullMarked;
