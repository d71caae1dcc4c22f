/**
 * The console of the test control: one page that asks the test control's own routes for everything
 * it shows.
 */
@NullMarked
package io.freightsdk.server.web.console;

import org.jspecify.annotations.NullMarked;
