/**
 * The operations of the service: one class each, and each operation is one atomic step over
 * accounts and loads. Uses the rules ({@code domain}), and does not depend on HTTP.
 */
@NullMarked
package io.freightsdk.server.service;

import org.jspecify.annotations.NullMarked;
