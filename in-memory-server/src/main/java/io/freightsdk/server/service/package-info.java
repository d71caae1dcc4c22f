/**
 * The operations of the service, by subject. A paid operation is one atomic step under the lock of
 * its broker's account. A fix, or the end of a load, is one step under the lock of its load. Uses
 * the rules ({@code domain}), and does not depend on HTTP.
 */
@NullMarked
package io.freightsdk.server.service;

import org.jspecify.annotations.NullMarked;
