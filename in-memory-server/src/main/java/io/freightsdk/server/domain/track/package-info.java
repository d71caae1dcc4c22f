/** The fixes of one load in time order, stored compactly with their distance. */
@NullMarked
package io.freightsdk.server.domain.track;

import org.jspecify.annotations.NullMarked;
