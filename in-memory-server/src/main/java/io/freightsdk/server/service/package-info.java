/**
 * The operations of the service, by subject. What is paid is one atomic step under the lock of its
 * broker's account; a fix, or the end of a load, is one under that of its load. Uses the rules
 * ({@code domain}), and does not depend on HTTP.
 */
@NullMarked
package io.freightsdk.server.service;

import org.jspecify.annotations.NullMarked;
