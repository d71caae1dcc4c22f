/** The fixes of one load in time order: compact, with a running distance. */
@NullMarked
package io.freightsdk.server.domain.track;

import org.jspecify.annotations.NullMarked;
