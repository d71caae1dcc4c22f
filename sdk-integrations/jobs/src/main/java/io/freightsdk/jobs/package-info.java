/**
 * Orders that are stored and become one load each, and loads that are followed until they are
 * delivered. Everything that users call; how it is kept and run is internal.
 */
@NullMarked
package io.freightsdk.jobs;

import org.jspecify.annotations.NullMarked;
