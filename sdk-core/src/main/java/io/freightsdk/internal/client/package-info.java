/**
 * What turns the operations of the API into calls: URLs, bodies, headers, and the faces of the
 * client over one engine.
 */
@NullMarked
package io.freightsdk.internal.client;

import org.jspecify.annotations.NullMarked;
