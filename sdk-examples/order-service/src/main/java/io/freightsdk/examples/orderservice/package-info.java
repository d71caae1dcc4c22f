/**
 * Where the service starts; a package for each feature, and one for what callers are told of
 * errors.
 */
@NullMarked
package io.freightsdk.examples.orderservice;

import org.jspecify.annotations.NullMarked;
