/**
 * The program that compares a service with the description of the API on the first day with a key.
 * Checks are values in {@code Checks}; {@code CheckRunner} asks them and owns the money; nothing
 * else sends a request, except the client at the end.
 */
@NullMarked
package io.freightsdk.examples.contact;

import org.jspecify.annotations.NullMarked;
