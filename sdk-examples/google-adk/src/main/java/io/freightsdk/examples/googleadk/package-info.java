/** Freight tools in Google's Agent Development Kit, in a conversation that runs without a key. */
@NullMarked
package io.freightsdk.examples.googleadk;

import org.jspecify.annotations.NullMarked;
