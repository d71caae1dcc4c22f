/**
 * Turns the operations of the API into calls (URLs, bodies, headers) and implements the interfaces
 * of the client.
 */
@NullMarked
package io.freightsdk.internal.client;

import org.jspecify.annotations.NullMarked;
