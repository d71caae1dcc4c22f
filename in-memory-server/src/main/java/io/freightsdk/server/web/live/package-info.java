/**
 * Keeping open pages current over server-sent events.
 *
 * <p>The one place of the pages with threads and connections; what is sent comes from a source that
 * is asked for it.
 */
@NullMarked
package io.freightsdk.server.web.live;

import org.jspecify.annotations.NullMarked;
