/**
 * What the service does: one class per operation, each one atomic step over accounts and loads.
 * Knows the rules ({@code domain}), never HTTP.
 */
@NullMarked
package io.freightsdk.server.service;

import org.jspecify.annotations.NullMarked;
