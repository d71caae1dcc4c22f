/**
 * Keeping open pages current over server-sent events.
 *
 * <p>Only this package of the pages uses threads and connections; the content comes from sources.
 */
@NullMarked
package io.freightsdk.server.web.live;

import org.jspecify.annotations.NullMarked;
