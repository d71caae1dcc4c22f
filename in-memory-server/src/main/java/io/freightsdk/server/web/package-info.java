/**
 * The server's pages: pure functions from a view record to HTML, and their assets.
 *
 * <p>Templates are text blocks whose slots escape what is put into them ({@link Template}); a
 * template engine would have been this module's only dependency, and larger than all pages. Nothing
 * here knows routes, accounts or clocks; {@code web.live} alone keeps connections.
 */
@NullMarked
package io.freightsdk.server.web;

import org.jspecify.annotations.NullMarked;
