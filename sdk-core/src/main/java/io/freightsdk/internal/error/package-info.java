/**
 * The error responses of the service: the row of the API description's table that one matches, its
 * exception, and the problems of the fields that it names. It reads bodies leniently.
 */
@NullMarked
package io.freightsdk.internal.error;

import org.jspecify.annotations.NullMarked;
