/** Freight tools as tools of an agent of Google's Agent Development Kit. */
@NullMarked
package io.freightsdk.googleadk;

import org.jspecify.annotations.NullMarked;
