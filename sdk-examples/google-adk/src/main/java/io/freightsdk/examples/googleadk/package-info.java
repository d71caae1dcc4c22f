/** Freight tools in Google's Agent Development Kit, and a conversation that runs. */
@NullMarked
package io.freightsdk.examples.googleadk;

import org.jspecify.annotations.NullMarked;
