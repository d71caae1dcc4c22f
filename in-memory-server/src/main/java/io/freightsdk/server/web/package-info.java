/**
 * The server's pages: pure functions from a view record to HTML, and their assets.
 *
 * <p>Templates are text blocks whose slots escape their values ({@link Template}); a template
 * engine would be larger than all pages. Nothing here depends on routes, accounts or clocks.
 */
@NullMarked
package io.freightsdk.server.web;

import org.jspecify.annotations.NullMarked;
