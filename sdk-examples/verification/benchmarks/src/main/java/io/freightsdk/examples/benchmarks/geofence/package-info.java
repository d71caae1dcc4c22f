/** What a fix costs: judged, kept, and judged again when it comes late. */
@NullMarked
package io.freightsdk.examples.benchmarks.geofence;

import org.jspecify.annotations.NullMarked;
